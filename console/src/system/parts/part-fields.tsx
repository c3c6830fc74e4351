import { pointsIn } from '@brigade/contract/letters/points.rules.ts'
import { partLimits, type Part } from '@brigade/contract/system/parts/parts.model.ts'
import { useWords } from '../../platform/locale.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { Box, Grid } from '../../ui/layout/layout.tsx'
import type { Models } from '../../product/products-select.tsx'
import { PartModels } from './part-models.tsx'
import { PartPicture } from './part-picture.tsx'
import css from './parts.module.css'
import { partsText } from './parts.text.ts'

type Props = {
  part: Part
  /** `parts.3` */
  path: string
  models: Models
  problemAt: (path: string) => string | undefined
  onChange: (part: Part) => void
}

/** A part in its place in the list, all fields of it. */
export function PartFields({ part, path, models, problemAt, onChange }: Props) {
  const w = useWords(partsText)
  const { name } = part
  const field = (key: string, value: string, max: number, change: (text: string) => Part) => ({
    value,
    error: problemAt(`${path}.${key}`),
    aside: pointsIn(value) > max * 0.7 ? `${pointsIn(value.trim())} / ${max}` : undefined,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange(change(event.currentTarget.value)),
  })
  return (
    <Grid gap="0 16" padding="12 16 8" columns="2" borderTop className={css.open}>
      <div data-path={`${path}.name.zh`} lang="zh">
        <TextField
          required
          label={w.zhName}
          {...field('name.zh', name.zh, partLimits.name, (zh) => ({ ...part, name: { ...name, zh } }))}
        />
      </div>
      <div data-path={`${path}.name.en`} lang="en">
        <TextField
          required
          label={w.enName}
          {...field('name.en', name.en, partLimits.name, (en) => ({ ...part, name: { ...name, en } }))}
        />
      </div>
      <div data-path={`${path}.number`}>
        <TextField
          required
          label={w.number}
          {...field('number', part.number, partLimits.number, (number) => ({ ...part, number }))}
        />
      </div>
      <div data-path={`${path}.priceNote`}>
        <TextField
          label={w.priceNote}
          hint={w.priceHint}
          {...field('priceNote', part.priceNote, partLimits.priceNote, (priceNote) => ({ ...part, priceNote }))}
        />
      </div>
      <Box across data-path={`${path}.link`}>
        <TextField
          required
          label={w.link}
          hint={w.linkHint}
          placeholder={w.linkBegin}
          {...field('link', part.link, partLimits.link, (link) => ({ ...part, link }))}
        />
      </Box>
      <div data-path={`${path}.productIds`}>
        <PartModels
          productIds={part.productIds}
          models={models}
          error={problemAt(`${path}.productIds`)}
          onChange={(productIds) => onChange({ ...part, productIds })}
        />
      </div>
      <div data-path={`${path}.imageFileId`}>
        <PartPicture
          fileId={part.imageFileId}
          error={problemAt(`${path}.imageFileId`)}
          onChange={(imageFileId) => onChange({ ...part, imageFileId })}
        />
      </div>
    </Grid>
  )
}
