import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Icon } from '../icon/icon.tsx'
import { Row } from '../layout/layout.tsx'
import { ActionMenu } from '../menu/action-menu.tsx'
import { uiText } from '../ui.text.ts'
import type { RowAction } from './column.ts'
import css from './data-table.module.css'

type Props = {
  actions: readonly RowAction[]
  /** The row's name: each action is said with it, because outside of the table nothing else tells one row's from another's. */
  row: string
  /** Behind one button, on a phone. */
  isFolded?: boolean
}

/** At most three beside each other; from four on, two and "more". */
export function RowActions({ actions, row, isFolded = false }: Props) {
  const maxShown = isFolded ? 1 : 3
  const shown = actions.length <= maxShown ? actions : actions.slice(0, isFolded ? 0 : 2)
  const rest = actions.slice(shown.length)
  return (
    <Row justify="end" className={css.actionRow} data-tip-beside="">
      {shown.map((action) => (
        <OneAction key={action.key} action={action} row={row} />
      ))}
      {rest.length === 0 ? null : <More actions={rest} row={row} />}
    </Row>
  )
}

function OneAction({ action, row }: { action: RowAction; row: string }) {
  const w = useWords(uiText)
  const { icon, label, href, onClick, disabledReason } = action
  const name = w.ofRow({ act: label, row })
  if (href !== undefined && disabledReason === undefined) {
    return (
      <a href={href} aria-label={name} data-tip={label}>
        <Icon name={icon} />
      </a>
    )
  }
  const isOff = disabledReason !== undefined
  return (
    <button
      type="button"
      aria-label={name}
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
function More({ actions, row }: { actions: readonly RowAction[]; row: string }) {
  const w = useWords(uiText)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const button = (
    <button
      type="button"
      aria-label={w.ofRow({ act: w.moreActions, row })}
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
