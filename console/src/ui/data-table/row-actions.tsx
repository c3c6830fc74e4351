import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Icon } from '../icon/icon.tsx'
import { Row } from '../layout/layout.tsx'
import { ActionMenu } from '../menu/action-menu.tsx'
import { uiText } from '../ui.text.ts'
import type { RowAction } from './column.ts'
import css from './data-table.module.css'

/** At most three beside each other; from four on, two and "more". */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const shown = actions.length <= 3 ? actions : actions.slice(0, 2)
  const rest = actions.slice(shown.length)
  return (
    <Row justify="end" className={css.actionRow} data-tip-beside="">
      {shown.map((action) => (
        <OneAction key={action.key} action={action} />
      ))}
      {rest.length === 0 ? null : <More actions={rest} />}
    </Row>
  )
}

function OneAction({ action }: { action: RowAction }) {
  const { icon, label, href, onClick, disabledReason } = action
  if (href !== undefined && disabledReason === undefined) {
    return (
      <a href={href} aria-label={label} data-tip={label}>
        <Icon name={icon} />
      </a>
    )
  }
  const isOff = disabledReason !== undefined
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      aria-description={disabledReason}
      data-tip={disabledReason ?? label}
      onClick={isOff ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

/** The menu itself is made only when it is first asked for: eighty rows need not pay for it. */
function More({ actions }: { actions: readonly RowAction[] }) {
  const w = useWords(uiText)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const button = (
    <button
      type="button"
      aria-label={w.moreActions}
      aria-haspopup="menu"
      data-tip={w.moreActions}
      {...(isOpen === null ? { onClick: () => setOpen(true) } : {})}
    >
      <Icon name="dots" />
    </button>
  )
  return isOpen === null ? (
    button
  ) : (
    <ActionMenu target={button} actions={actions} isOpen={isOpen} onOpenChange={setOpen} />
  )
}
