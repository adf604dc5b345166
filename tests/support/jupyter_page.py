"""A lesson in JupyterLab or JupyterLite, in a browser: these scripts need the application to be exposed there."""

OPEN = """() => {
    const widget = window.jupyterapp?.shell.currentWidget;
    return widget?.content?.widgets?.length > 10 && widget.sessionContext.isReady;
}"""
WRITE = """([start, text]) => jupyterapp.shell.currentWidget.content.model.sharedModel.cells
    .filter(cell => cell.getSource().startsWith(start)).forEach(cell => cell.setSource(text))"""
RUN = "() => jupyterapp.commands.execute('notebook:run-all-cells')"
SAVED = """async () => {
    await jupyterapp.commands.execute("docmanager:save");
    const {path} = jupyterapp.shell.currentWidget.context;
    return (await jupyterapp.serviceManager.contents.get(path, {content: true})).content;
}"""
