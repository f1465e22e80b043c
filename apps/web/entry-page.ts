import { startDocument } from '@duo/features/page-script'

startDocument()
