"""Nothing -> the sentences from which the demo notes are written.

A note has a kind: its category, its titles, its openings, its middles and its endings. Braces are filled in from the
project and the people around it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NoteKind:
    """What one sort of note looks like. ``category`` is the full path of a category."""

    category: str
    language: str
    tags: tuple[str, ...]
    titles: tuple[str, ...]
    openings: tuple[str, ...]
    middles: tuple[str, ...]
    endings: tuple[str, ...]


KINDS = (
    NoteKind(
        "Reuniões > Atas",
        "pt",
        ("follow-up", "decisão"),
        ("Ata da reunião de {day}", "Ata – {project}", "Reunião semanal, {day}", "Resumo da conversa com {person}"),
        ("Presentes: {person}, {other} e a equipe de {group}.", "Participaram {person} e {other}, por vídeo."),
        (
            "O cronograma foi revisto: a próxima entrega passa para a semana de {later}.",
            "Ficou combinado que {other} fala com o fornecedor até {later}.",
            "O orçamento está {percent} % comprometido; não há folga para extras.",
            "A principal dúvida é quem aprova as mudanças depois da entrega.",
        ),
        ("Próxima reunião em {later}.", "{person} envia o resumo aos ausentes."),
    ),
    NoteKind(
        "Reuniões > Decisões",
        "pt",
        ("decisão", "risco"),
        ("Decisão: {choice}", "Decidido em {day}: {choice}"),
        ("Comparamos três alternativas com {person} e {other}.", "O tema estava aberto desde o mês passado."),
        (
            "Pesaram o prazo e o custo de manutenção.",
            "A alternativa mais barata ficou de fora por não ter suporte local.",
            "Quem discordou pediu que o motivo ficasse registrado: o prazo é curto.",
        ),
        ("Revemos a decisão em {later}.", "Vale a partir de {later}."),
    ),
    NoteKind(
        "Reuniões > Conversas 1:1",
        "pt",
        ("follow-up",),
        ("1:1 com {person}", "Conversa com {person}, {day}"),
        ("{person} gosta do rumo que o trabalho tomou.", "Falamos sobre a carga de trabalho das últimas semanas."),
        (
            "Gostaria de participar mais do desenho das soluções.",
            "O maior incômodo são as interrupções durante a tarde.",
            "Interesse em formação sobre segurança no segundo semestre.",
        ),
        ("Retomar o assunto em {later}.", "Sem pendências."),
    ),
    NoteKind(
        "Infraestrutura > Redes",
        "pt",
        ("hardware", "risco"),
        ("Medições de {place}", "Lentidão na rede de {place}", "Configuração do roteador de {place}"),
        ("A perda de pacotes ficou em {percent} por mil durante a manhã.", "Medimos com o equipamento emprestado."),
        (
            "O switch do corredor reinicia quando passa de 40 portas ativas.",
            "O canal 6 está saturado pelos vizinhos; mudamos para 5 GHz.",
            "Falta etiqueta em metade dos cabos do rack B.",
        ),
        ("Repetir a medição em {later}.", "{person} acompanha o chamado do fabricante."),
    ),
    NoteKind(
        "Infraestrutura > Cópias de segurança",
        "pt",
        ("risco", "hardware"),
        ("Teste de restauração de {day}", "Cópia de segurança de {place}"),
        ("Restauramos {percent} GB em uma máquina de teste.", "A cópia noturna terminou com três horas de atraso."),
        (
            "Todos os totais conferem com a origem.",
            "Duas pastas estavam fora da política e foram incluídas.",
            "A fita mais antiga legível é de 2019.",
        ),
        ("Próximo teste em {later}.", "Relatório arquivado por {person}."),
    ),
    NoteKind(
        "Segurança > Incidentes",
        "pt",
        ("urgente", "LGPD"),
        ("Incidente: {incident}", "{incident} – o que aprendemos"),
        ("Percebido às 9h40 por {person}.", "Aviso recebido pela equipe de {group}."),
        (
            "Nenhum dado de cliente foi exposto.",
            "A conta foi bloqueada e a senha trocada em quinze minutos.",
            "O alerta existia, mas ninguém o recebia fora do horário.",
        ),
        ("Ação: revisar os destinatários do alerta até {later}.", "Encerrado por {other}."),
    ),
    NoteKind(
        "Clientes > Visitas",
        "pt",
        ("cliente", "contrato"),
        ("Visita ao cliente em {place}", "Pedidos do cliente após a visita de {day}"),
        ("Fomos recebidos pela gerente de operações.", "{person} apresentou a versão atual."),
        (
            "O cliente elogiou o atendimento e pediu relatórios mensais.",
            "Há interesse em ampliar o contrato para mais duas unidades.",
            "A integração com o sistema deles é condição para renovar.",
        ),
        ("Enviar a proposta até {later}.", "{other} marca a demonstração."),
    ),
    NoteKind(
        "Pessoas > Formação",
        "pt",
        ("training",),
        ("Formação: {topic}", "Material do curso de {topic}"),
        ("Doze inscritos, dez presentes.", "Turma de {group}, em {place}."),
        (
            "A parte prática foi a mais elogiada.",
            "Faltou tempo para os exercícios finais.",
            "Os slides estão na pasta partilhada da equipe.",
        ),
        ("Nova turma em {later}.", "Avaliação média: 4,6 de 5."),
    ),
    NoteKind(
        "Engineering > Architecture",
        "en",
        ("idea", "risco"),
        ("Design note: {design}", "Why we chose {design}", "{design}: open questions"),
        ("Written after talking to {person} and {other}.", "Context: {project}."),
        (
            "The queue can be replayed, so we accept duplicates and make the consumer idempotent.",
            "One table is enough until we pass ten million rows; then we partition by month.",
            "The hard part is not the format but who owns it.",
            "We measured twice: the cache saves {percent} % of the reads.",
        ),
        ("Revisit by {later}.", "Objections to {person}, please."),
    ),
    NoteKind(
        "Engineering > Releases",
        "en",
        ("go-live", "quick win"),
        ("Release notes, {day}", "Go-live checklist for {project}", "Retrospective after the release of {day}"),
        ("Shipped with {percent} changes since the last one.", "{person} was on call, nothing was paged."),
        (
            "The migration took four minutes instead of the planned ten.",
            "Two customers asked for the old export format; it stays until autumn.",
            "Rollback was rehearsed and took ninety seconds.",
        ),
        ("Next release on {later}.", "Thanks to {other} for the night shift."),
    ),
    NoteKind(
        "Engineering",
        "en",
        ("blocked", "follow-up", "GDPR"),
        ("Minutes, {day}", "Call with {person}", "Waiting for {group}", "Questions for {other}"),
        ("Short call, twenty minutes.", "{other} joined from Dublin."),
        (
            "We are blocked until the test data arrive.",
            "The vendor confirmed that personal data stay within the EU.",
            "Scope is fixed; everything else goes to the parking lot.",
        ),
        ("{person} writes the summary.", "We speak again on {later}."),
    ),
)

FILLERS = {
    "choice": (
        "adotar autenticação em dois fatores",
        "manter o fornecedor atual por mais um ano",
        "adiar a virada para depois do fechamento fiscal",
        "comprar em vez de alugar os equipamentos",
        "publicar o código dos relatórios",
        "uma única fila de atendimento",
    ),
    "incident": (
        "e-mail falso em nome da diretoria",
        "notebook perdido no aeroporto",
        "certificado vencido no portal",
        "planilha enviada ao destinatário errado",
        "tentativas de acesso fora do horário",
        "disco cheio no servidor de arquivos",
    ),
    "topic": ("proteção de dados", "redação clara", "planilhas avançadas", "primeiros socorros", "Python para análise"),
    "design": (
        "event log",
        "one queue per tenant",
        "read replicas",
        "plain SQL reports",
        "feature flags",
        "soft delete",
    ),
}
