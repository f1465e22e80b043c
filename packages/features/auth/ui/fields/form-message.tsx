import type { ReactNode } from 'react'

const toneClasses = {
  danger: ['border-danger', 'text-danger'],
  success: ['border-success', 'text-success'],
  plain: ['border-voice-bright', 'text-ink'],
} as const

interface FormMessageProps {
  tone?: keyof typeof toneClasses
  text: string | null
  children?: ReactNode
}

/** Message of a whole form. The live region is rendered from the start so that changes are announced. */
export function FormMessage({ tone = 'danger', text, children }: FormMessageProps) {
  const [border, ink] = toneClasses[tone]
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'}>
      {text && (
        <div className={`mb-6 rounded-heard border-l-4 bg-paper-raised px-5 py-4 ${border}`}>
          <p className={`font-semibold wrap-anywhere ${ink}`}>{text}</p>
          {children}
        </div>
      )}
    </div>
  )
}
