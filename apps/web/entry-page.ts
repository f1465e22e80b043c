import { startDocument } from '@duo/features/page-script'

startDocument()

// in development: no component of a document runs in the browser, so the server renders it again (apps/server/dev/code-watch.ts)
import.meta.hot?.on('duo:page-edited', () => location.reload())
