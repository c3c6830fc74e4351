import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { RowCheck } from '../../ui/field/checkbox.tsx'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import { FindField } from '../functions/find-field.tsx'
import { functionsText } from '../functions/functions.text.ts'
import { AddFunction } from './add-function.tsx'
import { kindFilters, type DraftRow, type KindFilter } from './draft-rows.ts'
import css from './draft.module.css'
import { draftFunctionsText } from './draft.text.ts'

type Props = {
  rows: readonly DraftRow[]
  shown: readonly DraftRow[]
  kind: KindFilter
  onKind: (kind: KindFilter) => void
  typed: string
  onTyped: (typed: string) => void
  chosen: readonly DraftRow[]
  onChoose: (keys: ReadonlySet<string>) => void
  /** Absent if the caller may only read. */
  onAdd: ((kind: FunctionKind) => void) | undefined
  onRemove: () => void
}

/**
 * The bar above the table: kinds with their counts, search and "add"; with selected rows, the batch actions at the same
 * height.
 */
export function DraftBar(props: Props) {
  const { rows, shown, kind, onKind, typed, onTyped, chosen, onChoose, onAdd, onRemove } = props
  const w = useWords(draftFunctionsText)
  const f = useWords(functionsText)
  const there = rows.filter((row) => !row.isRemoved)
  const countOf = (of: KindFilter): number => there.filter((row) => of === 'all' || row.of.kind === of).length
  const words = { all: f.all, property: f.properties, event: f.events, service: f.services }
  const selectable = shown.filter((row) => !row.isRemoved)
  if (chosen.length > 0) {
    return (
      <Row
        gap="12"
        padding="0 gutter"
        align="center"
        className={`${css.bar} ${css.barChosen}`}
        role="group"
        aria-label={w.selected({ count: chosen.length })}
      >
        <RowCheck
          checked={chosen.length >= selectable.length}
          isMixed={chosen.length < selectable.length}
          label={w.selectAll}
          onChange={(isAll) => onChoose(new Set(isAll ? selectable.map(({ key }) => key) : []))}
        />
        <Text.b weight="550" marginRight="8">
          {w.selected({ count: chosen.length })}
        </Text.b>
        <Button size="small" look="danger" icon="trash" onClick={onRemove}>
          {w.remove}
        </Button>
        <Button size="small" look="quiet" onClick={() => onChoose(new Set())}>
          {w.clearSelection}
        </Button>
      </Row>
    )
  }
  return (
    <Row gap="12" padding="0 gutter" align="center" className={css.bar}>
      {onAdd === undefined ? null : (
        <RowCheck
          checked={false}
          label={w.selectAll}
          onChange={() => onChoose(new Set(selectable.map(({ key }) => key)))}
        />
      )}
      <Segments
        label={f.kinds}
        options={kindFilters.map((value) => ({ value, label: `${words[value]} ${countOf(value)}` }))}
        value={kind}
        onChange={onKind}
      />
      <Box.span grow />
      {typed.trim() === '' ? null : (
        <Text tone="ink-3" nowrap role="status">
          {w.foundSome({ found: selectable.length, all: there.length })}
        </Text>
      )}
      <FindField isFirstFilter className={css.find} value={typed} onChange={onTyped} />
      {onAdd === undefined ? null : <AddFunction label={w.add} onAdd={onAdd} />}
    </Row>
  )
}
