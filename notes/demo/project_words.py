"""Nothing -> the demo projects and the steps that their tasks are made from.

Two projects have one name, and two differ by an accent alone: agents must ask which is meant, as people do.
"""

from __future__ import annotations

# kind of work: name, name, ... The kind decides the type, the language and the steps.
PROJECTS = {
    "rede": (
        "Renovação da rede de São Paulo",
        "Wi-Fi novo em Belo Horizonte",
        "Migração para IPv6",
        "Redundância do link de Recife",
        "Cabeamento do armazém do Porto",
        "Telefonia IP em Lisboa",
        "Segmentação da rede de visitantes",
        "Monitoramento das filiais",
        "Troca dos switches do 3º andar",
        "VPN para equipes de campo",
    ),
    "sistema": (
        "Portal do Cliente",
        "Integração com a Receita Federal",
        "Emissão de notas fiscais",
        "Aplicativo de inspeções",
        "Folha de pagamento digital",
        "Catálogo de serviços",
        "Agendamento de salas",
        "Painel de indicadores",
        "Assinatura eletrônica de contratos",
        "Cadastro único de fornecedores",
    ),
    "migração": (
        "Migração do ERP",
        "Migração do correio para a nuvem",
        "Arquivo histórico de Lisboa",
        "Consolidação dos servidores de Dublin",
        "Troca do sistema de chamados",
        "Migração para IPv6",
        "Saída do data center antigo",
        "Unificação dos diretórios de usuários",
    ),
    "processo": (
        "Adequação à LGPD",
        "Plano de continuidade do negócio",
        "Gestão de férias e ausências",
        "Inventário de equipamentos 2026",
        "Revisão dos contratos de manutenção",
        "Política de senhas e acessos",
        "Acolhimento de novos colegas",
        "Orçamento de TI 2027",
        "Auditoria ISO 27001",
        "Redução do consumo de papel",
    ),
    "evento": (
        "Reunião Geral 2026",
        "Reuniao Geral 2026",
        "Semana da Segurança",
        "Mudança para o escritório do Porto",
        "Formação em primeiros socorros",
        "Festa de fim de ano",
    ),
    "software": (
        "Billing API",
        "Mobile field reports",
        "Single sign-on",
        "Search that forgives typos",
        "Customer data export",
        "Release automation",
        "Accessibility of the web shop",
        "Café – ordering for the canteen",
        "Invoice archive",
        "Status page",
    ),
    "research": (
        "Forecasting spare parts",
        "Low-power sensors",
        "Speech notes for technicians",
        "Route planning pilot",
        "Churn analysis",
        "Energy use of the Dublin site",
    ),
}

# kind of work: type, language
KINDS = {
    "rede": ("Infrastructure", "pt"),
    "sistema": ("Software", "pt"),
    "migração": ("Migração", "pt"),
    "processo": ("Process", "pt"),
    "evento": ("Evento", "pt"),
    "software": ("Software", "en"),
    "research": ("Research", "en"),
}

# Five of these become a project's tasks; the last is its milestone.
STEPS = {
    "rede": (
        "Levantar os pontos existentes",
        "Pedir três orçamentos",
        "Desenhar a topologia",
        "Instalar os equipamentos",
        "Medir a cobertura",
        "Treinar o suporte local",
        "Entrada em operação",
    ),
    "sistema": (
        "Entrevistar os usuários-chave",
        "Escrever as histórias da primeira versão",
        "Protótipo navegável",
        "Integrar a autenticação",
        "Testes de aceitação",
        "Revisão de acessibilidade",
        "Publicação da versão 1.0",
    ),
    "migração": (
        "Inventariar os dados de origem",
        "Definir o mapeamento de campos",
        "Ensaio com uma cópia",
        "Plano de retorno",
        "Comunicar as janelas de parada",
        "Conferir totais depois da carga",
        "Virada definitiva",
    ),
    "processo": (
        "Mapear o processo atual",
        "Ouvir as áreas envolvidas",
        "Redigir a primeira versão",
        "Parecer do jurídico",
        "Piloto com uma equipe",
        "Indicadores de acompanhamento",
        "Aprovação da diretoria",
    ),
    "evento": (
        "Reservar o espaço",
        "Fechar a lista de participantes",
        "Contratar a alimentação",
        "Preparar as apresentações",
        "Confirmar o som e a projeção",
        "Enviar os convites",
        "Dia do evento",
    ),
    "software": (
        "Write down what done means",
        "Sketch the data model",
        "Build the smallest slice",
        "Load test with last year's traffic",
        "Threat review",
        "Document the rollback",
        "First release to everyone",
    ),
    "research": (
        "Collect a year of data",
        "Agree on the measure",
        "Baseline without any model",
        "Interview five technicians",
        "Compare three approaches",
        "Privacy check",
        "Decide: go on or stop",
    ),
}

PURPOSE = {
    "rede": "Melhorar a estabilidade e a velocidade da rede, com um ponto único de contato para as equipes locais.",
    "sistema": "Substituir planilhas e e-mails por um sistema que as áreas usam todos os dias.",
    "migração": "Levar dados e usuários para a plataforma nova sem perder histórico e com parada mínima.",
    "processo": "Deixar claro quem faz o quê, em que prazo, e como se mede o resultado.",
    "evento": "Reunir as pessoas certas, no lugar certo, com tudo preparado.",
    "software": "Ship something small that people use every day, then improve it with what we learn.",
    "research": "Find out whether the idea is worth a product, with numbers that others can repeat.",
}
