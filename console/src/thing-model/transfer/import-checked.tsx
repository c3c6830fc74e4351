import type { FunctionChange, ModelImported } from '@brigade/contract/thing-model/model-draft.model.ts'
import { breakingWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import { useMemo } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { DialogFoot } from '../../ui/dialog/dialog.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import { uiText } from '../../ui/ui.text.ts'
import { kindWords } from '../functions/functions.text.ts'
import { ChangeBadge } from '../publish/change-badge.tsx'
import { ImportProblems } from './import-problems.tsx'
import css from './transfer.module.css'
import { importText } from './transfer.text.ts'

type Props = {
  checked: ModelImported
  /** The label shows this name of the file. */
  name: string
  isBusy: boolean
  onApply: () => void
  onAnother: () => void
  onClose: () => void
}

/** The step shows the content of the file and its changes, or every error in it. */
export function ImportChecked({ checked, name, isBusy, onApply, onAnother, onClose }: Props) {
  const w = useWords(importText)
  const ui = useWords(uiText)
  const isGood = checked.problems.length === 0
  return (
    <>
      {isGood ? <Found checked={checked} name={name} /> : <ImportProblems problems={checked.problems} name={name} />}
      <DialogFoot>
        <Button onClick={onAnother}>{w.another}</Button>
        <Box.span grow />
        <Button onClick={onClose}>{isGood ? ui.cancel : ui.close}</Button>
        {isGood && checked.changes.length > 0 ? (
          <Button look="primary" busy={isBusy} onClick={onApply}>
            {w.import}
          </Button>
        ) : null}
      </DialogFoot>
    </>
  )
}

function Found({ checked: { found, changes }, name }: { checked: ModelImported; name: string }) {
  const w = useWords(importText)
  const breaking = changes.filter((change) => change.breaking.length > 0).length
  const figures = [
    [w.properties, found.properties],
    [w.events, found.events],
    [w.services, found.services],
    [w.registers, found.registers],
    [w.modules, found.modules],
  ] as const
  return (
    <div role="status">
      <Row gap="8 16" align="center" paddingBottom="12" className={css.head}>
        <span>
          <StateShape name="completed" />
          {w.checked}
        </span>
        <Text tone="ink-3" cut shrink data-cut="">
          {name}
        </Text>
      </Row>
      <Row.dl
        padding="12 16"
        marginBottom="16"
        border="line"
        radius="m"
        ground="canvas"
        className={css.figures}
        aria-label={w.found}
      >
        {figures.map(([label, count]) => (
          <div key={label}>
            <Text.dt size="xs" line="16" weight="500" tone="ink-3">
              {label}
            </Text.dt>
            <Text.dd size="l" line="24" weight="600">
              {formatNumber(count)}
            </Text.dd>
          </div>
        ))}
      </Row.dl>
      {changes.length === 0 ? (
        <Text.p paddingBottom="16" tone="ink-3">
          {w.noChange}
        </Text.p>
      ) : (
        <>
          <Row gap="8" align="center" paddingBottom="8">
            <Text.h3 size="s" line="20" weight="600">
              {w.wouldChange({ count: changes.length })}
            </Text.h3>
            {breaking === 0 ? null : <Text tone="bad">{w.breaks({ count: breaking })}</Text>}
          </Row>
          <Changes
            changes={changes.toSorted((a, b) => Number(b.breaking.length > 0) - Number(a.breaking.length > 0))}
          />
        </>
      )}
    </div>
  )
}

function Changes({ changes }: { changes: readonly FunctionChange[] }) {
  const w = useWords(importText)
  const locale = useLocale()
  const columns = useMemo(
    (): readonly Column<FunctionChange>[] => [
      { key: 'change', title: w.change, width: 116, cell: ({ change }) => <ChangeBadge name={change} /> },
      { key: 'function', title: w.function, width: 184, cell: ({ name }) => name[locale] },
      {
        key: 'identifier',
        title: w.identifier,
        width: 152,
        cell: ({ identifier }) => <span className="mono">{identifier}</span>,
      },
      { key: 'kind', title: w.kind, width: 80, cell: ({ kind }) => kindWords[kind][locale] },
      {
        key: 'why',
        title: w.why,
        cell: ({ breaking }) =>
          [...new Set(breaking.map(({ reason }) => breakingWords[reason][locale]))].join(w.reasonMark),
      },
    ],
    [w, locale],
  )
  return (
    <Box marginBottom="16" border="line" radius="m" overflow="hidden" className={css.table}>
      <PlainTable
        label={w.changes}
        columns={columns}
        rows={changes}
        rowKey={({ kind, identifier }) => `${kind}.${identifier}`}
        maxHeight={296}
      />
    </Box>
  )
}
