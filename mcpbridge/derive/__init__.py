"""Django REST Framework viewsets -> the catalog of tools. Runs when the code changes, never when a call comes in.

Read in this order:

    routes         the URLconf -> every route with its path template and what each path key must look like
    operations     routes -> endpoints: one for each method of each view, twins and root pages left out
    hints          what a viewset says about its tools, in its own code
    instances      an endpoint -> the view as DRF would make it for a call, to be asked and never run
    names          endpoints -> the name of each tool
    serializers    an endpoint -> the serializer of what it takes or answers, by a ladder of rungs
    handlers       an action's code -> whether it reads what is sent
    annotations    drf-spectacular's @extend_schema -> what an action takes, where a project has it
    fields         a serializer field -> the shape of its value      relations  ... that refers to a row
    filters        filter backends -> query arguments                filtersets ... of django-filter
    paging         a paginator -> how a list comes in pages
    references     a model -> the list operation that turns names into values
    arguments      all of one endpoint's arguments, named apart
    outputs        the answer's serializer -> which key shows what
    safety         method, permissions and hints -> level, annotations, scopes
    documented     drf-spectacular's document -> an operation's id in it, and what success answers
    descriptions   what a tool says of itself
    build          all of it -> a Catalog
    file_schema    the words of a catalog -> a JSON Schema of its file

Nothing here changes a class, calls an action or opens a database connection (offline sees to the last).
"""
