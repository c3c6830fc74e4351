import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import css from './template.module.css'
import { templateText } from './field/template.text.ts'

type Props = { name: string; hasModel: boolean; mayEdit: boolean; onPropose: () => void; onBlank: () => void }

/** Not begun: what it would be, and the two ways to begin. */
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
                <span className={css.buttons}>
                  <Button look="primary" onClick={onPropose}>
                    {w.propose}
                  </Button>
                  <Button onClick={onBlank}>{w.startEmpty}</Button>
                </span>
              ),
            }
          : {})}
      />
    </section>
  )
}
