export const bubbleWidth = 'max-w-[88%] min-[30rem]:max-w-[70%]'
