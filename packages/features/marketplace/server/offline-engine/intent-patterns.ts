/** Kinds of talk that are found anywhere in a message, those that matter most first. */
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

/** Kinds that are the whole of a message. */
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

/**
 * What kind of thing a person said, where it is no question about something. `prompt_injection`: what to be. `out_of_scope`: not of the agent's world,
 * like today's things and work to be done. `clock`: today's date or time. `simpler`: the last answer was not understood. `sad`, `happy`: how the person is.
 * `surprise`: anything will do. `really`: the last answer is doubted. `reason`: why, how or to what end, about the last answer. `wordless`: no
 * letters in it.
 */
export type Intent = (typeof anywhere)[number] | (typeof wholeMessage)[number] | 'wordless'

/** Regular expressions by kind, for small letters without accents and single spaces. */
export type IntentPatterns = Readonly<Record<(typeof anywhere)[number] | (typeof wholeMessage)[number], readonly string[]>>
