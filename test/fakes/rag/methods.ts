/** The methods of the services, as their client calls them. Those that are not here answer UNIMPLEMENTED. */
export type Method =
  | DataMethod
  | 'retrieveContexts'
  | 'getOperation'
  | 'listOperations'
  | 'cancelOperation'
  | 'deleteOperation'
  | 'waitOperation';

/** Those that start an operation. */
export type OperationMethod =
  | 'createRagCorpus'
  | 'updateRagCorpus'
  | 'deleteRagCorpus'
  | 'importRagFiles'
  | 'deleteRagFile'
  | 'updateRagEngineConfig'
  | 'batchCreateRagDataSchemas'
  | 'batchDeleteRagDataSchemas'
  | 'batchCreateRagMetadata'
  | 'batchDeleteRagMetadata';

export type DataMethod =
  | OperationMethod
  | 'getRagCorpus'
  | 'listRagCorpora'
  | 'getRagFile'
  | 'listRagFiles'
  | 'getRagEngineConfig'
  | 'createRagDataSchema'
  | 'getRagDataSchema'
  | 'listRagDataSchemas'
  | 'deleteRagDataSchema'
  | 'createRagMetadata'
  | 'getRagMetadata'
  | 'listRagMetadata'
  | 'updateRagMetadata'
  | 'deleteRagMetadata';
