import { useWords } from '../../../platform/locale.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Segments } from '../../../ui/button/segments.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import { useSlashKey } from '../../../ui/search-form/use-slash-key.ts'
import { permissionText } from './permission.text.ts'
import css from './permission.module.css'
import type { PermissionWork } from './use-permission-work.ts'

export type Show = 'all' | 'held' | 'changed'

type Props = {
  work: PermissionWork
  keyword: string
  onKeyword: (keyword: string) => void
  show: Show
  onShow: (show: Show) => void
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onSave: () => void
}

/** Finds rows, and shows the changes so far, with buttons to save or discard them. */
export function PermissionBar({ work, keyword, onKeyword, show, onShow, isOpen, onOpen, onSave }: Props) {
  const w = useWords(permissionText)
  useSlashKey()
  return (
    <Row gap="8" padding="8 0" align="center" wrap>
      <div className={`${css.find} spoken-label`}>
        <TextField
          label={w.keyword}
          placeholder={w.keyword}
          bare
          icon="search"
          isFirstFilter
          autoComplete="off"
          value={keyword}
          onChange={(event) => onKeyword(event.currentTarget.value)}
        />
      </div>
      <Segments
        label={w.show}
        options={[
          { value: 'all', label: w.all },
          { value: 'held', label: w.held },
          ...(work.isReadOnly ? [] : [{ value: 'changed' as const, label: w.changed }]),
        ]}
        value={show}
        onChange={onShow}
      />
      <Button look="quiet" onClick={() => onOpen(!isOpen)}>
        {isOpen ? w.collapse : w.expand}
      </Button>
      {work.isReadOnly ? null : <Changes work={work} onSave={onSave} />}
    </Row>
  )
}

function Changes({ work, onSave }: Pick<Props, 'work' | 'onSave'>) {
  const w = useWords(permissionText)
  const { added, removed } = work.difference
  return (
    <Row gap="8" align="center" marginLeft="auto" className={css.changes}>
      <span role="status">
        {work.isDirty ? null : (
          <Text tone="ink-3" size="xs">
            {w.unchanged}
          </Text>
        )}
        {added.length === 0 ? null : <span className={css.added}>{w.addedCount({ count: added.length })}</span>}
        {removed.length === 0 ? null : <span className={css.removed}>{w.removedCount({ count: removed.length })}</span>}
      </span>
      {work.isDirty ? <Button onClick={work.discard}>{w.discard}</Button> : null}
      <Button
        look="primary"
        busy={work.isBusy}
        disabledReason={work.clash !== null ? w.decideFirst : work.isDirty ? undefined : w.unchanged}
        onClick={onSave}
      >
        {w.save}
      </Button>
    </Row>
  )
}
