import { useState, type ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { toastDone } from '../../platform/toast.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { targetText } from './target.text.ts'

type Target = Readonly<{ id: string; name: string; enabled: boolean }>
type Acts<T> = Readonly<{
  onEdit: (target: T) => void
  test: (id: string) => Promise<unknown>
  remove: (id: string, password?: string) => Promise<unknown>
  /** Targets whose deletion requires the sign-in password, and the text of that confirmation. */
  removeCodes?: Readonly<{ asksFor: (target: T) => boolean; body: string }>
}>

export function useTargetActs<T extends Target>({
  onEdit,
  test,
  remove,
  removeCodes,
}: Acts<T>): [(row: T) => readonly RowAction[], ReactNode] {
  const t = useWords(targetText)
  const [removing, setRemoving] = useState<T | null>(null)
  const rowActions = (row: T): readonly RowAction[] => [
    {
      key: 'test',
      icon: 'send',
      label: t.test,
      disabledReason: row.enabled ? undefined : t.enableFirst,
      onClick: () =>
        void test(row.id)
          .then(() => toastDone(t.tested))
          .catch(() => undefined),
    },
    { key: 'edit', icon: 'pencil', label: t.edit, onClick: () => onEdit(row) },
    { key: 'remove', icon: 'trash', label: t.remove, danger: true, onClick: () => setRemoving(row) },
  ]
  const isGuarded = removing !== null && removeCodes?.asksFor(removing) === true
  const removeIt = async (password?: string): Promise<void> => {
    if (removing === null) return
    await remove(removing.id, password)
    toastDone(t.removed)
  }
  if (isGuarded)
    return [
      rowActions,
      <PasswordPrompt
        key="confirm"
        title={t.removeTitle({ name: removing.name })}
        isOpen
        onClose={() => setRemoving(null)}
        confirmLabel={t.remove}
        danger
        onConfirm={removeIt}
      >
        {removeCodes?.body}
      </PasswordPrompt>,
    ]
  return [
    rowActions,
    <ConfirmAction
      key="confirm"
      title={t.removeTitle({ name: removing?.name ?? '' })}
      isOpen={removing !== null}
      onClose={() => setRemoving(null)}
      confirmLabel={t.remove}
      danger
      onConfirm={async () => removeIt()}
    >
      {t.removeBody}
    </ConfirmAction>,
  ]
}
