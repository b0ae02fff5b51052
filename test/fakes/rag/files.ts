import type { Context } from './context.ts';
import type { StoredFile } from './engine.ts';
import { jsonOf } from './metadata-value.ts';
import { timestamp } from './operations.ts';
import { pageOf } from './pages.ts';
import type { Named, Page, WireFile } from './wire.ts';

export function fileMethods({ engine, names, operations, data }: Context) {
  const nameOf = (corpus: string, file: string) => names.of('ragCorpora', corpus, 'ragFiles', file);
  const wire = (corpus: string, file: StoredFile): WireFile => ({
    name: nameOf(corpus, file.id),
    displayName: file.displayName,
    sizeBytes: file.sizeBytes,
    ragFileType: /\.pdf$/i.test(file.uri) ? 'RAG_FILE_TYPE_PDF' : 'RAG_FILE_TYPE_TXT',
    gcsSource: { uris: [file.uri] },
    createTime: timestamp(file.created),
    updateTime: timestamp(file.created),
    fileStatus: file.error ? { state: 'ERROR', errorStatus: file.error } : { state: 'ACTIVE' },
    userMetadata: file.metadata.size > 0 ? JSON.stringify(jsonOf(file.metadata.values())) : '',
  });
  const idsOf = (name: string): readonly [string, string] => {
    const [corpus = '', file = ''] = names.parse(name, 'ragCorpora', 'ragFiles');
    return [corpus, file];
  };

  return {
    getRagFile: data(({ name }: Named) => {
      const [corpus, file] = idsOf(name);
      return wire(corpus, engine.file(corpus, file));
    }),
    listRagFiles: data(({ parent, ...asked }: Page) => {
      const [corpus = ''] = names.parse(parent, 'ragCorpora');
      const { page, nextPageToken } = pageOf([...engine.corpus(corpus).files.values()], ({ id }) => id, asked);
      return { ragFiles: page.map((file) => wire(corpus, file)), nextPageToken };
    }),
    deleteRagFile: data(({ name }: Named) => {
      const [corpus, file] = idsOf(name);
      engine.file(corpus, file);
      const { files } = engine.corpus(corpus);
      return operations.start(
        {
          method: 'deleteRagFile',
          parent: nameOf(corpus, file),
          response: 'google.protobuf.Empty',
          metadata: 'DeleteOperationMetadata',
        },
        () => {
          files.delete(file);
          return {};
        },
      );
    }),
  };
}
