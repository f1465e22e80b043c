/** Intents matched anywhere in a message, by precedence. */
export const anywhere = [
  'hate',
  'indecent',
  'joke',
  'insult',
  'love',
  'prompt_injection',
  'about',
  'out_of_scope',
  'clock',
  'topics',
] as const

export const wholeMessage = [
  'really',
  'reason',
  'wellbeing',
  'greeting',
  'farewell',
  'thanks',
  'praise',
  'sad',
  'happy',
  'surprise',
  'simpler',
  'yes',
  'no',
  'next',
  'more',
  'acknowledgement',
] as const

/** `clock`: date or time. `simpler`: the last reply was unclear. `really`: doubts it. `reason`: asks why. `sad`: the user is. */
export type Intent = (typeof anywhere)[number] | (typeof wholeMessage)[number] | 'wordless'

/** Regular expressions for lower-case text without accents, with single spaces. */
export type IntentPatterns = Readonly<Record<(typeof anywhere)[number] | (typeof wholeMessage)[number], readonly string[]>>
