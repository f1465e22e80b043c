import type { ComponentProps, ReactNode } from 'react'

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
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'}>
      {text && (
        <MessageBox tone={tone} text={text}>
          {children}
        </MessageBox>
      )}
    </div>
  )
}

type MessageBoxProps = FormMessageProps & Omit<ComponentProps<'div'>, 'role' | 'className'>

function MessageBox({ tone = 'danger', text, children, ...box }: MessageBoxProps) {
  const [border, ink] = toneClasses[tone]
  return (
    <div className={`mb-6 rounded-heard border-l-4 bg-paper-raised px-5 py-4 ${border}`} {...box}>
      <p className={`font-semibold wrap-anywhere ${ink}`}>{text}</p>
      {children}
    </div>
  )
}

/** A message of a document, which its script fills in and shows. `mark` finds it. */
export const DocumentMessage = ({ hidden = true, ...box }: MessageBoxProps & { [mark: `data-${string}`]: string | boolean }) => (
  <div role={(box.tone ?? 'danger') === 'danger' ? 'alert' : 'status'}>
    <MessageBox hidden={hidden} {...box} />
  </div>
)
