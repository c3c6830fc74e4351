import type { Control } from '@brigade/contract/product/template/template.model.ts'
import { outlines } from '../../../ui/icon/outlines.ts'
import css from './phone.module.css'

/** The outlines of the app's own buttons: 24 units, drawn as those of the console are. */
const drawn: Readonly<Record<Control['icon'], string>> = {
  power: 'M12 4v8 M7.5 6.7a7 7 0 1 0 9 0',
  play: 'M8 5.5v13l10.5-6.5z',
  stop: outlines.stop,
  light:
    'M9.5 18h5 M10.5 21h3 M12 3a6 6 0 0 0-3.6 10.8c.7.5 1.1 1.200 1.100 2v.2h5v-.2c0-.8.4-1.500 1.100-2A6 6 0 0 0 12 3z',
  fan: 'M10.5 12a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0 M11.600 10.500c-2.600-4 .6-7.700 3-6.300s1.600 4-1.400 6.700 M13.300 12.800c4.700-.3 6.300 4.300 3.900 5.700s-4.300-.7-5.100-4.900 M10.700 12.900c-2.100 4.300-6.900 3.400-6.900.6s2.800-3.400 6.700-2.100',
  steam:
    'M7 20c-1.800-2.200 1.800-3.800 0-6s1.800-3.800 0-6 M12 20c-1.800-2.200 1.800-3.800 0-6s1.800-3.800 0-6 M17 20c-1.800-2.200 1.800-3.800 0-6s1.800-3.800 0-6',
  temperature: outlines.temperature,
  door: outlines.door,
  defrost:
    'M12 3v18 M4.200 7.500l15.600 9 M19.800 7.500l-15.600 9 M9.500 4.500l2.500 2.500l2.500-2.500 M9.500 19.500l2.500-2.500l2.500 2.500',
  wash: outlines.droplets,
  timer: outlines.clock,
  settings: outlines.settings,
}

export function ControlIcon({ name }: { name: Control['icon'] }) {
  return (
    <svg className={css.controlIcon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawn[name]} />
    </svg>
  )
}
