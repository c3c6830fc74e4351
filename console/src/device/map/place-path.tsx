import type { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import { Fragment } from 'react'
import { useWords } from '../../platform/locale.ts'
import { useAreaName } from '../../system/area-select.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import type { SearchPatch } from '../../ui/search-form/filter.ts'
import css from './map.module.css'
import { deviceMapText } from './map.text.ts'

type Props = {
  place: Pick<DeviceSearch, 'province' | 'city' | 'region'>
  onSearch: (patch: SearchPatch<DeviceSearch>) => void
}

/** Shows the path from the country to the chosen place, with links back up. */
export function PlacePath({ place: { province, city, region }, onSearch }: Props) {
  const w = useWords(deviceMapText)
  const areaName = useAreaName()
  if (province === undefined && city === undefined && region === undefined) return null
  const none = { province: undefined, city: undefined, region: undefined, pageNum: undefined }
  const steps = [
    { key: 'china', name: w.china, patch: none },
    ...(province === undefined ? [] : [{ key: province, name: areaName(province), patch: { ...none, province } }]),
    ...(city === undefined ? [] : [{ key: city, name: areaName(city), patch: { ...none, province, city } }]),
    ...(region === undefined ? [] : [{ key: region, name: areaName(region), patch: {} }]),
  ]
  return (
    <Row.nav gap="4" align="center" paddingRight="8" className={css.path} aria-label={w.path}>
      {steps.map(({ key, name, patch }, index) => (
        <Fragment key={key}>
          {index === 0 ? null : <Icon name="chevron-right" size="small" />}
          {index === steps.length - 1 ? (
            <span aria-current="true">{name}</span>
          ) : (
            <button type="button" className={css.place} onClick={() => onSearch(patch)}>
              {name}
            </button>
          )}
        </Fragment>
      ))}
    </Row.nav>
  )
}
