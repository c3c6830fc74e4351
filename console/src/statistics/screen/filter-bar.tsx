import type { StatisticQuery } from '@brigade/contract/statistics/statistics.model.ts'
import { organisationSource } from '../../customer/organisation-filter-select.tsx'
import { useWords } from '../../platform/locale.ts'
import { useProductSource } from '../../product/product-select.tsx'
import { useProvinceOptions } from '../../system/province-select.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Grid } from '../../ui/layout/layout.tsx'
import { statisticsText } from '../statistics.text.ts'
import css from './screen.module.css'

type Narrowing = Pick<StatisticQuery, 'organisation' | 'seriesId' | 'productId' | 'kind' | 'province'>
type Patch = { [K in keyof Narrowing]?: string | undefined }

/** The filters of the figures. A change takes effect at once and is written to the address. */
export function FilterBar({ shown, onChange }: { shown: Narrowing; onChange: (patch: Patch) => void }) {
  const w = useWords(statisticsText)
  const { organisation, seriesId, productId, kind, province } = shown
  const products = useProductSource(kind)
  const provinces = useProvinceOptions()
  const isNarrowed = Object.values(shown).some((value) => value !== undefined)
  return (
    <Grid gap="8" align="end" className={css.filters} role="group" aria-label={w.filters}>
      <CascadeField
        bare
        label={w.organisation}
        placeholder={w.allOrganisations}
        source={organisationSource}
        value={organisation === undefined ? [] : [organisation]}
        onChange={([chosen]) => onChange({ organisation: chosen })}
      />
      <SelectField
        bare
        clearable
        label={w.kind}
        placeholder={w.bothKinds}
        value={kind ?? null}
        options={[
          { value: 'oven', label: w.ovens },
          { value: 'cooler', label: w.coolers },
        ]}
        // A model is of one kind: of the other there would be nothing.
        onChange={(next) => onChange({ kind: next ?? undefined, seriesId: undefined, productId: undefined })}
      />
      <CascadeField
        bare
        label={w.product}
        placeholder={w.allProducts}
        source={products}
        value={
          seriesId === undefined && productId === undefined
            ? []
            : productId === undefined
              ? [seriesId ?? '']
              : [seriesId ?? '', productId]
        }
        onChange={([series, product]) => onChange({ seriesId: series, productId: product })}
      />
      <SelectField
        bare
        clearable
        searchable
        label={w.province}
        placeholder={w.allProvinces}
        value={province ?? null}
        options={[...provinces, { value: 'elsewhere', label: w.elsewhere }, { value: 'unknown', label: w.unknown }]}
        onChange={(next) => onChange({ province: next ?? undefined })}
      />
      {isNarrowed ? (
        <Button
          look="quiet"
          icon="filter-off"
          onClick={() =>
            onChange({
              organisation: undefined,
              seriesId: undefined,
              productId: undefined,
              kind: undefined,
              province: undefined,
            })
          }
        >
          {w.clear}
        </Button>
      ) : null}
    </Grid>
  )
}
