import { m } from '@duo/platform/i18n/messages.ts'
import type { Version } from '../../schema.ts'
import { IconButton } from '../icon-button.tsx'
import { ChevronIcon } from '../icons.tsx'

interface VersionSwitchProps {
  version: Version
  disabled: boolean
  onShow: (id: string) => void
}

export function VersionSwitch({ version: { number, count, previous, next }, disabled, onShow }: VersionSwitchProps) {
  const renderButton = (label: string, to: string | null, rotation: string) => (
    <IconButton
      label={label}
      aria-disabled={disabled || to === null}
      onClick={() => !disabled && to !== null && onShow(to)}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    >
      <span className={rotation}>
        <ChevronIcon />
      </span>
    </IconButton>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: not the fields of a form
    <div role="group" aria-label={m.chat_version_label()} className="flex items-center">
      {renderButton(m.chat_version_previous(), previous, 'rotate-90')}
      <span aria-live="polite" className="tabular-nums whitespace-nowrap">
        {m.chat_version({ number, count })}
      </span>
      {renderButton(m.chat_version_next(), next, '-rotate-90')}
    </div>
  )
}
