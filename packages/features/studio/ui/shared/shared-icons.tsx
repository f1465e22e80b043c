import type { ReactNode } from 'react'

const Icon = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    focusable="false"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    className="size-5 flex-none"
  >
    {children}
  </svg>
)

export const ArrowIcon = () => (
  <Icon>
    <path d="M12 19V5M6 11l6-6 6 6" />
  </Icon>
)

export const ShareIcon = () => (
  <Icon>
    <path d="M12 15V4M8 8l4-4 4 4M6 12H5v8h14v-8h-1" />
  </Icon>
)

export const FlagIcon = () => (
  <Icon>
    <path d="M6 21V4h11l-2 4 2 4H6" />
  </Icon>
)
