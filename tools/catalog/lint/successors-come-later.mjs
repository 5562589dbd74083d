// What follows a model is there, and is no older.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

export default (catalog) => {
  const models = new Map(recordsOf(catalog, 'models').map((record) => [record.id, record]));
  return [...models.values()].filter(({ successor }) => successor).flatMap(({ id, release, successor }) => {
    const next = models.get(plain(successor));
    if (!next) return [`${id}: there is no ${plain(successor)}`];
    return next.id === id || plain(next.release).slice(0, plain(release).length) < plain(release).slice(0, plain(next.release).length) ? [`${id}: ${next.id} does not come later`] : [];
  });
};
