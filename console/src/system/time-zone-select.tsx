import { areaApi } from '@brigade/contract/system/area.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '../platform/query.ts'
import type { FieldProps } from '../ui/field/field.tsx'
import { SelectField } from '../ui/field/select-field.tsx'

type Props = FieldProps & {
  /** The zone that holds while none is chosen. */
  placeholder: string
  /** IANA name; null: none chosen. */
  value: string | null
  onChange: (zone: string | null) => void
  onBlur?: () => void
}

const noZones: readonly string[] = []

/** A time zone among those that the server knows, under their present names. */
export function TimeZoneSelect({ value, ...props }: Props) {
  const { data: zones = noZones } = useQuery({ ...ask(areaApi.timeZones, {}, { quiet: true }), staleTime: Infinity })
  const options = useMemo(() => {
    // A stored zone is shown while the list loads, and if the server no longer knows it.
    const all = value === null || zones.includes(value) ? zones : [value, ...zones]
    return all.map((zone) => ({ value: zone, label: zone }))
  }, [zones, value])
  return <SelectField {...props} searchable clearable options={options} value={value} />
}
