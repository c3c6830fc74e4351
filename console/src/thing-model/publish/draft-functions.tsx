import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useCallback, useMemo, useState } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import { FindField } from '../functions/find-field.tsx'
import { useFunctionColumns } from '../functions/function-columns.tsx'
import { functionsText } from '../functions/functions.text.ts'
import { functionsOf, isFound } from '../functions/model-functions.ts'
import { ChangeBadge } from './change-badge.tsx'
import type { DifferenceRow } from './difference-rows.ts'
import css from './publish.module.css'
import { publishText } from './publish.text.ts'

/** This many are shown before the reader asks for the rest. */
const firstShown = 8

/** Everything that will be published, changed or not. */
export function DraftFunctions({ model, rows }: { model: ThingModel; rows: readonly DifferenceRow[] }) {
  const w = useWords(publishText)
  const f = useWords(functionsText)
  const [typed, setTyped] = useState('')
  const [isWhole, setWhole] = useState(false)
  const all = useMemo(() => functionsOf(model), [model])
  const changes = useMemo(() => new Map(rows.map((row) => [row.identifier, row.change])), [rows])
  const changeOf = useCallback(
    (identifier: string) => {
      const change = changes.get(identifier)
      return change === undefined ? undefined : <ChangeBadge name={change} />
    },
    [changes],
  )
  const columns = useFunctionColumns({ functions: all, changeOf })
  const found = all.filter((one) => isFound(one, typed))
  const shown = isWhole ? found : found.slice(0, firstShown)
  const rest = found.length - shown.length
  return (
    <Box.section paddingTop="8" aria-label={w.allFunctions}>
      <Row gap="8 12" padding="16 0 12" align="center" wrap>
        <h2>{w.allFunctions}</h2>
        <span className="dim">{formatNumber(all.length)}</span>
        <FindField value={typed} onChange={setTyped} />
      </Row>
      {found.length === 0 ? (
        <Text.p padding="24" border="line" radius="m" textAlign="center" tone="ink-3" role="status">
          {f.findNothing}
        </Text.p>
      ) : (
        <Box border="line" className={css.rows}>
          <PlainTable
            label={w.allFunctions}
            columns={columns}
            rows={shown}
            rowKey={({ definition }) => definition.identifier}
          />
        </Box>
      )}
      {rest > 0 || (isWhole && found.length > firstShown) ? (
        <div className={css.more}>
          <Button look="quiet" icon={isWhole ? 'chevron-up' : 'chevron-down'} onClick={() => setWhole(!isWhole)}>
            {isWhole ? w.fewer : w.more({ count: rest })}
          </Button>
        </div>
      ) : null}
    </Box.section>
  )
}
