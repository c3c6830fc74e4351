import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { partsText } from './parts.text.ts'

type Props = { isOwn: boolean; mayEdit: boolean; onAdd: () => void }

/** Explains an empty list, and offers to begin. */
export function PartsEmpty({ isOwn, mayEdit, onAdd }: Props) {
  const w = useWords(partsText)
  return (
    <EmptyPanel
      title={w.emptyTitle}
      hint={isOwn ? w.emptyOwn : mayEdit ? w.emptyHint : w.emptyReader}
      {...(mayEdit
        ? {
            action: (
              <Button look="primary" icon="plus" onClick={onAdd}>
                {w.add}
              </Button>
            ),
          }
        : {})}
    />
  )
}
