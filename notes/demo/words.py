"""Nothing -> the names of the demo organisation: people, places, groups and the lists that rows refer to.

Some names come twice on purpose (two people, two rooms) and many have accents: that is what real data look like.
"""

from __future__ import annotations

# username: the e-mail address is this at example.org. The first four are the accounts that one can sign in with.
PEOPLE = (
    ("admin", "Helena", "Duarte"),
    ("editor", "Tomás", "Figueira"),
    ("viewer", "Inês", "Carvalho"),
    ("stranger", "Rui", "Falcão"),
    ("maria.souza", "Maria", "Souza"),
    ("maria.souza2", "Maria", "Souza"),
    ("joao.pereira", "João", "Pereira"),
    ("ana.conceicao", "Ana", "Conceição"),
    ("luis.goncalves", "Luís", "Gonçalves"),
    ("beatriz.araujo", "Beatriz", "Araújo"),
    ("andre.magalhaes", "André", "Magalhães"),
    ("fatima.nobrega", "Fátima", "Nóbrega"),
    ("sergio.brandao", "Sérgio", "Brandão"),
    ("claudia.assuncao", "Cláudia", "Assunção"),
    ("marcio.leitao", "Márcio", "Leitão"),
    ("patricia.simoes", "Patrícia", "Simões"),
    ("vitor.guimaraes", "Vítor", "Guimarães"),
    ("lucia.esteves", "Lúcia", "Esteves"),
    ("caio.rocha", "Caio", "Rocha"),
    ("renata.lima", "Renata", "Lima"),
    ("diego.moraes", "Diego", "Moraes"),
    ("camila.teixeira", "Camila", "Teixeira"),
    ("rafael.nunes", "Rafael", "Nunes"),
    ("juliana.castro", "Juliana", "Castro"),
    ("thiago.barros", "Thiago", "Barros"),
    ("sofia.azevedo", "Sofia", "Azevedo"),
    ("nuno.lourenco", "Nuno", "Lourenço"),
    ("catarina.pinho", "Catarina", "Pinho"),
    ("miguel.antunes", "Miguel", "Antunes"),
    ("teresa.avila", "Teresa", "Ávila"),
    ("otavio.prado", "Otávio", "Prado"),
    ("larissa.freitas", "Larissa", "Freitas"),
    ("zoe.murphy", "Zoë", "Murphy"),
    ("liam.obrien", "Liam", "O'Brien"),
    ("ayse.yilmaz", "Ayşe", "Yılmaz"),
    ("jurgen.weiss", "Jürgen", "Weiß"),
    ("chloe.martin", "Chloé", "Martin"),
    ("priya.raman", "Priya", "Raman"),
    ("kenji.mori", "Kenji", "Mori"),
    ("elena.petrova", "Elena", "Petrova"),
)

GROUPS = (
    "Infraestrutura",
    "Desenvolvimento",
    "Suporte ao Usuário",
    "Segurança da Informação",
    "Compras e Contratos",
    "Pessoas e Cultura",
    "Data Platform",
    "Field Service",
)

# Trees: a name and the path of its parent.
ENTITIES = (
    ("Grupo Aurora", ""),
    ("Aurora Brasil", "Grupo Aurora"),
    ("Filial São Paulo", "Grupo Aurora > Aurora Brasil"),
    ("Aurora Portugal", "Grupo Aurora"),
    ("Aurora Labs", "Grupo Aurora"),
)

LOCATIONS = (
    ("Brasil", ""),
    ("São Paulo", "Brasil"),
    ("Sala de Reunião", "Brasil > São Paulo"),
    ("Data Center", "Brasil > São Paulo"),
    ("Belo Horizonte", "Brasil"),
    ("Recife", "Brasil"),
    ("Portugal", ""),
    ("Lisboa", "Portugal"),
    ("Sala de Reunião", "Portugal > Lisboa"),
    ("Porto", "Portugal"),
    ("Armazém", "Portugal > Porto"),
    ("Dublin", ""),
)

CATEGORIES = (
    ("Reuniões", ""),
    ("Atas", "Reuniões"),
    ("Decisões", "Reuniões"),
    ("Conversas 1:1", "Reuniões"),
    ("Infraestrutura", ""),
    ("Redes", "Infraestrutura"),
    ("Servidores", "Infraestrutura"),
    ("Cópias de segurança", "Infraestrutura"),
    ("Segurança", ""),
    ("Incidentes", "Segurança"),
    ("Auditorias", "Segurança"),
    ("Clientes", ""),
    ("Visitas", "Clientes"),
    ("Contratos", "Clientes"),
    ("Pessoas", ""),
    ("Contratações", "Pessoas"),
    ("Formação", "Pessoas"),
    ("Engineering", ""),
    ("Architecture", "Engineering"),
    ("Releases", "Engineering"),
)

# name, finished, colour
STATES = (
    ("New", False, "#64748b"),
    ("Planned", False, "#7c3aed"),
    ("Processing", False, "#2563eb"),
    ("Waiting", False, "#d97706"),
    ("Closed", True, "#16a34a"),
)

TYPES = ("Infrastructure", "Software", "Process", "Research", "Migração", "Evento")

TAGS = (
    "urgente",
    "cliente",
    "orçamento",
    "risco",
    "decisão",
    "contrato",
    "LGPD",
    "GDPR",
    "hardware",
    "go-live",
    "follow-up",
    "blocked",
    "idea",
    "training",
    "quick win",
)
