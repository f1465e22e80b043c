import { startDocument } from '@duo/features/page-script'

startDocument()

// in development, reload: no component of a document runs in the browser (apps/server/dev/code-watch.ts)
import.meta.hot?.on('duo:page-edited', () => location.reload())
