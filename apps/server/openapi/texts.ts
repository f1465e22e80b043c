export const description = `The calls that need no session, as tRPC serves them over HTTP.

Send the input as the JSON body of a POST. An expected refusal is an answer with status 200 whose \`error\` is not null. A failure has another
status and \`error.data.appCode\`. With an API key (\`Authorization: Bearer duo_…\`), a call is allowed only where this document names
\`apiKey\`, and within its scopes. Calls from pages of other sites are refused: there is no CORS.`

/** One line per procedure; a test fails if one is missing. */
export const summaries: Record<string, string> = {
  'auth.cancelEmailChange': 'Cancel a change of e-mail with the token of its mail',
  'auth.cancelFactorRecoveryByLink': 'Cancel the removal of second factors with the token of its mail',
  'auth.options': 'List the ways to sign in',
  'auth.redeemMailCode': 'Exchange the code of a mail for the token of its link',
  'auth.refresh': 'Exchange a refresh token for a new session token',
  'auth.session': 'Get the session of a token, or null',
  'blog.article': 'Get an article',
  'blog.articles': 'List or search articles',
  'chat.ask': 'Ask an agent one question without an account, and read the answer as a stream',
  'chat.conversation': 'Get a conversation with its newest messages',
  'chat.edit': 'Ask an edited version of a question',
  'chat.list': 'List or search conversations',
  'chat.messages': 'Get earlier messages of a conversation',
  'chat.rate': 'Rate a reply',
  'chat.rename': 'Rename a conversation',
  'chat.notAboutMe': 'Replace help by a reply of the agent',
  'chat.retry': 'Ask for another reply',
  'chat.send': 'Ask a question; read the reply with chat.stream',
  'chat.shared': 'Read a conversation by its public link',
  'chat.showVersion': 'Show another version of a question',
  'chat.start': 'Start a conversation with an agent',
  'chat.stop': 'Stop a reply',
  'chat.stream': 'Stream a reply',
  'marketplace.agent': 'Get an agent',
  'marketplace.agents': 'List agents',
  'survey.download': 'Download the answers to the surveys',
  'survey.followUp': 'Answer the follow-up survey',
  'survey.progress': 'Tell which surveys are answered',
  'survey.qualify': 'Answer the survey after joining',
  'survey.saveDraft': 'Save unfinished answers',
  'waitlist.confirm': 'Confirm an entry with the ticket of its mail',
  'waitlist.download': 'Download an entry',
  'waitlist.erase': 'Delete an entry',
  'waitlist.join': 'Join the waitlist',
  'waitlist.sendLinkOf': 'Mail the link of an entry to the mailbox of a confirmation link',
  'waitlist.sendStatusLink': 'Mail the link of an entry to its address',
  'waitlist.signOutEverywhere': 'Void every link and ticket of an entry',
  'waitlist.status': 'Get the position and the invitations of an entry',
  'waitlist.subscribe': 'Get mails again',
  'waitlist.unsubscribe': 'Get no more mails',
}
