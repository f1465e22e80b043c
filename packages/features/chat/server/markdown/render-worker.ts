import { replyToHtml } from './reply-to-html.ts'

/** Runs in the threads of `createReplyRenderer`. */
export default replyToHtml
