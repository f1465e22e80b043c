import type { ReactNode } from 'react'

/** Decorative: the control around it has the name. */
function Icon({ children, className = 'size-5' }: { children: ReactNode; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

export const BackIcon = () => (
  <Icon className="size-6">
    <path d="M20 12H5M11 18l-6-6 6-6" />
  </Icon>
)
export const SendIcon = () => (
  <Icon className="size-6">
    <path d="M12 20V5M6 11l6-6 6 6" />
  </Icon>
)
export const StopIcon = () => (
  <Icon className="size-6">
    <path d="M8 8h8v8H8z" fill="currentColor" />
  </Icon>
)
export const DownIcon = () => (
  <Icon>
    <path d="M12 4v15M6 13l6 6 6-6" />
  </Icon>
)
export const CopyIcon = () => (
  <Icon>
    <path d="M9 9h10v11H9zM5 15V4h10" />
  </Icon>
)
export const CheckIcon = () => (
  <Icon>
    <path d="M5 13l4 4L19 7" />
  </Icon>
)
export const PencilIcon = () => (
  <Icon>
    <path d="M4 20l1-4L16 5l3 3L8 19l-4 1zM14 7l3 3" />
  </Icon>
)
export const RetryIcon = () => (
  <Icon>
    <path d="M19 12a7 7 0 1 1-2.3-5.2M19 4v4h-4" />
  </Icon>
)
export const ThumbUpIcon = ({ filled = false }) => (
  <Icon>
    <path
      d="M7 11v9H4v-9zM7 11l4-8c2 0 3 1 3 3l-1 4h5c2 0 2.5 1 2 3l-1.5 5c-.4 1.4-1 2-2.5 2H7"
      fill={filled ? 'currentColor' : 'none'}
    />
  </Icon>
)
export const ThumbDownIcon = ({ filled = false }) => (
  <Icon>
    <path
      d="M17 13V4h3v9zM17 13l-4 8c-2 0-3-1-3-3l1-4H6c-2 0-2.5-1-2-3l1.5-5C5.9 4.6 6.5 4 8 4h9"
      fill={filled ? 'currentColor' : 'none'}
    />
  </Icon>
)
export const ShareIcon = () => (
  <Icon className="size-6">
    <path d="M12 15V4M8 8l4-4 4 4M6 12H5v8h14v-8h-1" />
  </Icon>
)
export const BinIcon = () => (
  <Icon>
    <path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13" />
  </Icon>
)
export const HistoryIcon = () => (
  <Icon className="size-6">
    <path d="M4 5h11v8H8l-4 3zM19 9v11l-4-3h-4" />
  </Icon>
)
/** Points down; rotate it for a collapsed section. */
export const ChevronIcon = () => (
  <Icon className="size-4">
    <path d="M5 9l7 7 7-7" />
  </Icon>
)
export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
)
