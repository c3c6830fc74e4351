import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { draftFunctionsText } from './draft.text.ts'

type Props = { label: string; onAdd: (kind: FunctionKind) => void }

/** Adds a function: which of the three kinds. */
export function AddFunction({ label, onAdd }: Props) {
  const w = useWords(draftFunctionsText)
  return (
    <ActionMenu
      target={
        <Button icon="plus" aria-haspopup="menu">
          {label}
        </Button>
      }
      actions={[
        { key: 'property', label: w.addProperty, note: w.addPropertyNote, onClick: () => onAdd('property') },
        { key: 'event', label: w.addEvent, note: w.addEventNote, onClick: () => onAdd('event') },
        { key: 'service', label: w.addService, note: w.addServiceNote, onClick: () => onAdd('service') },
      ]}
    />
  )
}
