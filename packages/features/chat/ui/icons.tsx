/** Decorative: the control around it has the name. */
const icon =
  (path: string, size = 'size-5') =>
  ({ filled = false, className = size }: { filled?: boolean; className?: string }) => (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      className={className}
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )

export const BackIcon = icon('M20 12H5M11 18l-6-6 6-6', 'size-6')
export const SendIcon = icon('M12 20V5M6 11l6-6 6 6', 'size-6')
export const StopIcon = icon('M8 8h8v8H8z', 'size-6')
export const DownIcon = icon('M12 4v15M6 13l6 6 6-6')
export const CopyIcon = icon('M9 9h10v11H9zM5 15V4h10')
export const CheckIcon = icon('M5 13l4 4L19 7')
export const PencilIcon = icon('M4 20l1-4L16 5l3 3L8 19l-4 1zM14 7l3 3')
export const RetryIcon = icon('M19 12a7 7 0 1 1-2.3-5.2M19 4v4h-4')
export const ThumbUpIcon = icon('M7 11v9H4v-9zM7 11l4-8c2 0 3 1 3 3l-1 4h5c2 0 2.5 1 2 3l-1.5 5c-.4 1.4-1 2-2.5 2H7')
export const ThumbDownIcon = icon('M17 13V4h3v9zM17 13l-4 8c-2 0-3-1-3-3l1-4H6c-2 0-2.5-1-2-3l1.5-5C5.9 4.6 6.5 4 8 4h9')
export const ShareIcon = icon('M12 15V4M8 8l4-4 4 4M6 12H5v8h14v-8h-1', 'size-6')
export const BinIcon = icon('M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13')
export const PinIcon = icon('M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v6')
export const ArchiveIcon = icon('M4 5h16v4H4zM6 9v10h12V9M10 13h4')
export const UnarchiveIcon = icon('M4 5h16v4H4zM6 9v10h12V9M12 17v-5M10 14l2-2 2 2')
export const HistoryIcon = icon('M4 5h11v8H8l-4 3zM19 9v11l-4-3h-4', 'size-6')
/** Points down; rotate it for a collapsed section. */
export const ChevronIcon = icon('M5 9l7 7 7-7', 'size-4')
export const PlusIcon = icon('M12 5v14M5 12h14')
export const FlagIcon = icon('M6 21V4h11l-2 4 2 4H6')
