import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { templateText } from './field/template.text.ts'

type Props = { name: string; hasModel: boolean; mayEdit: boolean; onPropose: () => void; onBlank: () => void }

/** Explains a template that was not begun, and offers the two ways to begin. */
export function TemplateEmpty({ name, hasModel, mayEdit, onPropose, onBlank }: Props) {
  const w = useWords(templateText)
  return (
    <section aria-label={name}>
      <EmptyPanel
        title={w.emptyTitle}
        icon="screen"
        hint={!mayEdit ? w.emptyReader : hasModel ? w.proposeHint : w.noModel}
        {...(mayEdit
          ? {
              action: (
                <Row.span gap="8" justify="center" wrap>
                  <Button look="primary" onClick={onPropose}>
                    {w.propose}
                  </Button>
                  <Button onClick={onBlank}>{w.startEmpty}</Button>
                </Row.span>
              ),
            }
          : {})}
      />
    </section>
  )
}
