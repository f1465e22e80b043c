/** How wide a bubble may be: a phone has no width to give away. */
export const bubbleWidth = 'max-w-[88%] min-[30rem]:max-w-[70%]'
