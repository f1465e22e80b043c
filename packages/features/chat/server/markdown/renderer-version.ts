/** Increase it whenever `replyToHtml` changes the HTML of any text: stored HTML of earlier versions is rendered again. */
export const rendererVersion = 3
