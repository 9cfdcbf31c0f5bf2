import { defineModule } from '../../module/module.ts';
import { loadCatalogue, type Catalogue } from './catalogue.ts';
import { documentRoutes } from './routes.ts';
import { Documents, type DocumentsOptions } from './service.ts';

export interface DocumentModuleOptions extends Omit<DocumentsOptions, 'catalogue'> {
  /** Left out: those that are shipped. */
  readonly documents?: Catalogue;
}

/** Legal documents and their acceptance. */
export async function createDocuments({ documents, ...options }: DocumentModuleOptions) {
  const service = new Documents({ ...options, catalogue: documents ?? (await loadCatalogue()) });
  return defineModule({
    name: 'document',
    service,
    calls: documentRoutes(service),
  });
}
