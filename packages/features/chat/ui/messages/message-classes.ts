/** At every width (spec, section 2). */
export const bubbleWidth = 'max-w-[70%]'

/** Of lines beside a bubble, which a phone need not break as early. */
export const noteWidth = 'max-w-[88%] min-[30rem]:max-w-[70%]'

export const messageRowClasses = 'mx-auto w-full max-w-[62rem] px-3 pb-1 sm:px-4 md:px-8'
