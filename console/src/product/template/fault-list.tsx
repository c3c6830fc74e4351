import { templateFaultWords } from '@brigade/contract/product/product.text.ts'
import type { TemplateFault } from '@brigade/contract/product/template/template.model.ts'
import type { Ref } from 'react'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { useFieldPathLabels } from './field/field-path-labels.ts'
import { goToPlace } from '../../ui/form/form-places.ts'
import css from './template.module.css'
import { templateText } from './field/template.text.ts'

type Props = { faults: readonly TemplateFault[]; mayEdit: boolean; ref: Ref<HTMLElement> }

/** The list names each reference to a missing or unsuitable function and links to it. It explains why publishing is refused. */
export function FaultList({ faults, mayEdit, ref }: Props) {
  const w = useWords(templateText)
  const nameOf = useNameOf()
  const placeWords = useFieldPathLabels()
  if (faults.length === 0) return null
  const title = w.faultsTitle({ n: faults.length })
  return (
    <section className={css.faults} aria-label={title} tabIndex={-1} ref={ref}>
      <p className={css.faultsTitle}>
        <StateShape name="error" />
        <b>{title}</b>
        <span>{mayEdit ? w.faultsHint : w.faultsHintReader}</span>
      </p>
      <ul>
        {faults.map(({ path, identifier, reason }) => (
          <li key={path}>
            <button type="button" className={css.jump} onClick={() => goToPlace(path)}>
              {placeWords(path)}
            </button>
            {reason === 'outOfRange' ? null : <span className="mono">{identifier}</span>}
            <span>{nameOf(templateFaultWords[reason])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
