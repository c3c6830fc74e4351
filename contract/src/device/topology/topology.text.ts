import { texts } from '../../text.ts'

/** Refusals when sub-devices are attached to a gateway. */
export const topologyText = texts('device', {
  noGateway: { en: 'This device is not a gateway', zh: '该设备不是网关设备', status: 409 },
  tooManySubDevices: {
    en: (p: { most: number }) => `A gateway has at most ${p.most} sub-devices`,
    zh: (p: { most: number }) => `每个网关最多挂载 ${p.most} 台子设备`,
    status: 409,
  },
  otherLine: {
    en: (p: { sn: string }) =>
      `${p.sn} belongs to a different organisation than this gateway. Transfer one of them first; stock of an organisation above is fine`,
    zh: (p: { sn: string }) => `${p.sn} 与该网关不属于同一组织体系，请先转移设备；上级组织的库存设备可以直接挂载`,
    status: 409,
  },
  unitTaken: {
    en: (p: { unit: number }) => `Unit ${p.unit} on the bus of this gateway is already taken`,
    zh: (p: { unit: number }) => `该网关总线上的从站地址 ${p.unit} 已被其他设备占用`,
    status: 409,
  },
})
