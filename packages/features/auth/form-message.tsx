import type { ReactNode } from 'react'

interface FormMessageProps {
  tone?: 'danger' | 'success'
  text: string | null
  /** What there is to do about it. */
  children?: ReactNode
}

/** What is said about a whole form. Its live region is in the page from the start, so that what comes is announced. */
export function FormMessage({ tone = 'danger', text, children }: FormMessageProps) {
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'}>
      {text && (
        <div
          className={`mb-6 rounded-heard border-l-4 bg-paper-raised px-5 py-4 ${tone === 'danger' ? 'border-danger' : 'border-success'}`}
        >
          <p className={`font-semibold wrap-anywhere ${tone === 'danger' ? 'text-danger' : 'text-success'}`}>{text}</p>
          {children}
        </div>
      )}
    </div>
  )
}
