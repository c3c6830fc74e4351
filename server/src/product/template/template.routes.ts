import { templateApi } from '@brigade/contract/product/template/template.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { getTemplate, listTemplatesOf } from './list-templates.ts'
import { publishTemplate } from './publish-template.ts'
import { saveTemplate } from './save-template.ts'

export const templateRoutes = implement(templateApi, {
  saveNetwork: (ctx, { body }) => saveTemplate(ctx, 'distribution-network', body),
  networkDetail: (ctx, { query }) => getTemplate(ctx, 'distribution-network', query.productId),
  publishNetwork: (ctx, { body }) => publishTemplate(ctx, 'distribution-network', body),
  saveInfo: (ctx, { body }) => saveTemplate(ctx, 'params-info', body),
  infoDetail: (ctx, { query }) => getTemplate(ctx, 'params-info', query.productId),
  publishInfo: (ctx, { body }) => publishTemplate(ctx, 'params-info', body),
  saveControl: (ctx, { body }) => saveTemplate(ctx, 'device-control', body),
  controlDetail: (ctx, { query }) => getTemplate(ctx, 'device-control', query.productId),
  publishControl: (ctx, { body }) => publishTemplate(ctx, 'device-control', body),
  saveEdit: (ctx, { body }) => saveTemplate(ctx, 'params-edit', body),
  editDetail: (ctx, { query }) => getTemplate(ctx, 'params-edit', query.productId),
  publishEdit: (ctx, { body }) => publishTemplate(ctx, 'params-edit', body),
  saveTemperature: (ctx, { body }) => saveTemplate(ctx, 'temperature-control', body),
  temperatureDetail: (ctx, { query }) => getTemplate(ctx, 'temperature-control', query.productId),
  publishTemperature: (ctx, { body }) => publishTemplate(ctx, 'temperature-control', body),
  templates: (ctx, { query }) => listTemplatesOf(ctx, query.productId),
})
