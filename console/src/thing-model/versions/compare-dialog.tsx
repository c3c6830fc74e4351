import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { VersionRow } from '@brigade/contract/thing-model/model-draft.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatDay } from '../../platform/format.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { WorkBody, WorkDialog, WorkFoot } from '../../ui/dialog/work-dialog.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Box, Grid, Stack } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { uiText } from '../../ui/ui.text.ts'
import { DifferencePanel } from '../publish/difference-panel.tsx'
import { differenceRows } from '../publish/difference-rows.ts'
import css from './versions.module.css'
import { versionsText } from './versions.text.ts'

type Shared = { product: ProductDetail; versions: readonly VersionRow[]; withDraft: boolean }
type Props = Shared & {
  /** The version it is opened for; null: closed. */
  start: number | null
  onClose: () => void
}

const draft = 'draft'

/** Compares any two versions, or one with the draft; it publishes nothing. */
export function CompareDialog({ start, onClose, ...rest }: Props) {
  const w = useWords(versionsText)
  const nameOf = useNameOf()
  return (
    <WorkDialog title={w.compareVersions} about={nameOf(rest.product.name)} isOpen={start !== null} onClose={onClose}>
      {start === null ? null : <Comparison {...rest} start={start} onClose={onClose} />}
    </WorkDialog>
  )
}

function Comparison({ product, versions, withDraft, start, onClose }: Shared & { start: number; onClose: () => void }) {
  const w = useWords(versionsText)
  const ui = useWords(uiText)
  const [newest, second] = versions
  const isNewest = start === newest?.version
  // An older version is compared with the published one; the published one with the draft, or with its predecessor.
  const [before, setBefore] = useState(isNewest && !withDraft ? (second?.version ?? start) : start)
  const [after, setAfter] = useState(isNewest && withDraft ? draft : String(newest?.version ?? start))
  const options = versions.map(({ version, name, publishedAt }) => ({
    value: String(version),
    label: w.option({ name, day: formatDay(publishedAt) }),
  }))
  const nameOf = (version: string): string =>
    version === draft
      ? w.draft
      : w.titleOf({ name: versions.find((one) => String(one.version) === version)?.name ?? version })
  return (
    <>
      <WorkBody label={w.work}>
        <Grid gap="16" paddingTop="4" className={css.sides}>
          <SelectField
            bare
            label={w.before}
            options={options}
            value={String(before)}
            onChange={(value) => setBefore(Number(value ?? before))}
          />
          <SelectField
            bare
            label={w.after}
            options={withDraft ? [{ value: draft, label: w.draft }, ...options] : options}
            value={after}
            onChange={(value) => setAfter(value ?? after)}
          />
        </Grid>
        <Differences
          product={product}
          before={before}
          after={after}
          beforeTitle={nameOf(String(before))}
          afterTitle={nameOf(after)}
        />
      </WorkBody>
      <WorkFoot>
        <Button onClick={onClose}>{ui.close}</Button>
      </WorkFoot>
    </>
  )
}

type Sides = { product: ProductDetail; before: number; after: string; beforeTitle: string; afterTitle: string }

function Differences({ product, before, after, ...titles }: Sides) {
  const w = useWords(versionsText)
  const { data, error, refetch } = useQuery(
    ask(
      thingModelApi.difference,
      { productId: product.id, before, ...(after === draft ? {} : { after: Number(after) }) },
      { quiet: true },
    ),
  )
  const rows = useMemo(() => (data === undefined ? [] : differenceRows(data)), [data])
  // Without changes the draft equals the published version.
  const isSame = data !== undefined && rows.length === 0
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <Stack gap="12" padding="24" role="status" aria-label={w.comparing} aria-busy="true">
        <Box.span height="12" radius="xs" ground="line" />
        <Box.span height="12" radius="xs" ground="line" />
      </Stack>
    )
  return isSame ? (
    <EmptyPanel icon="check" title={w.same} hint={w.sameHint} />
  ) : (
    <DifferencePanel product={product} rows={rows} {...titles} />
  )
}
