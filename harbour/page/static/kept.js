// What a window keeps over a reload: its person and the place that is open. A browser may store nothing.

export function recall(name, ...stores) {
  try {
    return stores.map((store) => window[store].getItem(name)).find(Boolean) ?? null;
  } catch {
    return null;
  }
}

export function keep(name, value, ...stores) {
  try {
    for (const store of stores) window[store].setItem(name, value);
  } catch { /* as above */ }
}
