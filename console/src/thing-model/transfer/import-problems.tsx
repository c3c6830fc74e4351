import type { FileProblem } from '@brigade/contract/thing-model/model-draft.model.ts'
import { useMemo } from 'react'
import { useWords } from '../../platform/locale.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import css from './transfer.module.css'
import { importText } from './transfer.text.ts'

type Shown = FileProblem & { key: string }

/** Every problem of a file, each with its place in it, to be copied for the maker of the file. */
export function ImportProblems({ problems, name }: { problems: readonly FileProblem[]; name: string }) {
  const w = useWords(importText)
  const rows = useMemo(() => problems.map((problem, index): Shown => ({ ...problem, key: String(index) })), [problems])
  const hasFiles = problems.some(({ file }) => file !== '')
  const columns = useMemo(
    (): readonly Column<Shown>[] => [
      ...(hasFiles ? [{ key: 'file', title: w.inFile, width: 152, cell: ({ file }: Shown) => file }] : []),
      {
        key: 'path',
        title: w.path,
        width: 264,
        cell: ({ path }) => (path === '' ? w.whole : <span className="mono">{path}</span>),
      },
      { key: 'problem', title: w.problem, cell: ({ message }) => message },
    ],
    [w, hasFiles],
  )
  return (
    <div>
      <Row gap="8 16" align="center" paddingBottom="12" className={css.head} role="alert">
        <span>
          <StateShape name="error" />
          {w.refused({ count: problems.length })}
        </span>
        <Text tone="ink-3" cut shrink data-cut="">
          {name}
        </Text>
      </Row>
      <Row gap="8" align="center" paddingBottom="8">
        <Text.h3 size="s" line="20" weight="600">
          {w.problems}
        </Text.h3>
        <Box.span grow />
        <CopyButton
          isWide
          label={w.copy}
          text={problems.map(({ file, path, message }) => [file || name, path, message].join('\t')).join('\n')}
        />
      </Row>
      <Box marginBottom="16" border="line" radius="m" overflow="hidden" className={css.table}>
        <PlainTable label={w.problems} columns={columns} rows={rows} rowKey={({ key }) => key} maxHeight={360} />
      </Box>
    </div>
  )
}
