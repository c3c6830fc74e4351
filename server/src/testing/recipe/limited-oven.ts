import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import type { Member, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'

type Limits = Readonly<{ maxC?: number; stages?: number; without?: readonly string[] }>

/** The ready-made combi oven, except that it heats less, takes fewer stages or lacks members of a stage. */
export function limitedOven({ maxC = 260, stages = 14, without = [] }: Limits): ThingModel {
  const limited = (member: Member): Member =>
    member.identifier === 'Temp' && 'min' in member.dataType
      ? { ...member, dataType: { ...member.dataType, max: maxC } }
      : member
  return {
    ...combiOven,
    services: combiOven.services.map((service) => ({
      ...service,
      inputData: service.inputData.map((parameter) => {
        const { dataType } = parameter
        if (parameter.identifier !== 'Stages' || dataType.type !== 'array' || dataType.item.type !== 'struct')
          return parameter
        const members = dataType.item.members.filter(({ identifier }) => !without.includes(identifier)).map(limited)
        return { ...parameter, dataType: { ...dataType, size: stages, item: { ...dataType.item, members } } }
      }),
    })),
  }
}
