import { NetworkType, NodeType, Protocol } from '@brigade/contract/product/product.model.ts'
import { useWords } from '../../platform/locale.ts'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Grid } from '../../ui/layout/layout.tsx'
import { modelText } from '../model.text.ts'
import { useNetworkTypeOptions, useNodeTypeOptions, useProtocolOptions } from '../product-options.ts'
import { productFormText } from './form.text.ts'
import type { TypedProduct } from './product-typed.ts'

type Types = Pick<TypedProduct, 'nodeType' | 'networkType' | 'protocol'>
type Props = {
  values: Types
  errorOf: (name: keyof Types) => string | undefined
  onNodeType: (chosen: Types['nodeType']) => void
  onNetworkType: (chosen: Types['networkType']) => void
  onProtocol: (chosen: Types['protocol']) => void
  /** The product has devices, so their network type and protocol are fixed. */
  isFixed: boolean
}

/** The fields for the kind of connection. */
export function TypeFields({ values, errorOf, onNodeType, onNetworkType, onProtocol, isFixed }: Props) {
  const w = useWords(productFormText)
  const m = useWords(modelText)
  const [nodeTypes, networkTypes, protocols] = [useNodeTypeOptions(), useNetworkTypeOptions(), useProtocolOptions()]
  const fixed = isFixed ? { disabled: true, hint: w.fixed } : {}
  return (
    <>
      <Grid gap="0 16" columns="2">
        <SelectField
          label={m.nodeType}
          required
          options={nodeTypes}
          value={values.nodeType}
          onChange={(chosen) => onNodeType(NodeType.catch(values.nodeType).parse(chosen))}
          error={errorOf('nodeType')}
          {...fixed}
        />
        <SelectField
          label={m.protocol}
          required
          options={protocols}
          value={values.protocol}
          onChange={(chosen) => onProtocol(Protocol.catch(values.protocol).parse(chosen))}
          error={errorOf('protocol')}
          {...fixed}
        />
      </Grid>
      <SelectField
        label={m.networkType}
        required
        options={networkTypes}
        value={values.networkType}
        onChange={(chosen) => onNetworkType(NetworkType.catch(values.networkType).parse(chosen))}
        error={errorOf('networkType')}
      />
    </>
  )
}
