export const bubbleWidth = 'max-w-[88%] min-[30rem]:max-w-[70%]'

export const messageRowClasses = 'mx-auto w-full max-w-[62rem] px-3 pb-1 sm:px-4 md:px-8'
