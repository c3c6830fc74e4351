import { gatewayApi } from '@brigade/contract/device/gateway/gateway.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { listGateways } from './gateway.store.ts'
import { addSubDevices, listSubDevices, removeSubDevices } from './sub-devices.ts'

const mostOptions = 50

export const gatewayRoutes = implement(gatewayApi, {
  gateways: ({ db, caller }, { query }) => listGateways(db, caller, query, mostOptions),
  subDevices: (ctx, { query }) => listSubDevices(ctx, 'oven', query),
  coolerSubDevices: (ctx, { query }) => listSubDevices(ctx, 'cooler', query),
  addSubDevices: (ctx, { body }) => addSubDevices(ctx, 'oven', body),
  coolerAddSubDevices: (ctx, { body }) => addSubDevices(ctx, 'cooler', body),
  removeSubDevices: (ctx, { body }) => removeSubDevices(ctx, 'oven', body),
  coolerRemoveSubDevices: (ctx, { body }) => removeSubDevices(ctx, 'cooler', body),
})
