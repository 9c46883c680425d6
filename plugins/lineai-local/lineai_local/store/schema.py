"""The tables of a view.

Row numbers follow the sorted order of what they number, and every table is filled in that order, so
equal contents give equal files.
"""

from __future__ import annotations

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE repository (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE file (
  id INTEGER PRIMARY KEY, repository TEXT NOT NULL, path TEXT NOT NULL, language TEXT NOT NULL,
  status TEXT NOT NULL, reason TEXT NOT NULL, hash TEXT NOT NULL, generated INTEGER NOT NULL,
  lines INTEGER NOT NULL, problems TEXT NOT NULL);
CREATE TABLE application (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL, repository TEXT NOT NULL, root TEXT NOT NULL,
  name TEXT NOT NULL, manifest TEXT NOT NULL);
CREATE TABLE application_reference (
  source INTEGER NOT NULL, target INTEGER NOT NULL, edges INTEGER NOT NULL,
  PRIMARY KEY (source, target)) WITHOUT ROWID;
CREATE TABLE node (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL, repository TEXT NOT NULL, symbol TEXT NOT NULL,
  kind TEXT NOT NULL, label TEXT NOT NULL, name TEXT NOT NULL, identity TEXT NOT NULL,
  path TEXT NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL, parent INTEGER,
  language TEXT NOT NULL, complexity INTEGER NOT NULL, statements INTEGER NOT NULL,
  annotations TEXT NOT NULL, modifiers TEXT NOT NULL, outside_base TEXT NOT NULL, application INTEGER,
  methods INTEGER NOT NULL, incoming INTEGER NOT NULL, outgoing INTEGER NOT NULL);
CREATE TABLE edge (
  source INTEGER NOT NULL, target INTEGER NOT NULL, type TEXT NOT NULL, evidence BLOB NOT NULL,
  PRIMARY KEY (source, type, target)) WITHOUT ROWID;
CREATE TABLE unresolved (
  id INTEGER PRIMARY KEY, source INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
  path TEXT NOT NULL, line INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE TABLE mention (
  name TEXT NOT NULL, language TEXT NOT NULL, file INTEGER NOT NULL,
  PRIMARY KEY (name, language, file)) WITHOUT ROWID;
"""

INDEXES = """
CREATE UNIQUE INDEX node_key ON node (key);
CREATE INDEX node_name ON node (name);
CREATE INDEX node_path ON node (path);
CREATE INDEX node_parent ON node (parent);
CREATE INDEX edge_target ON edge (target, type, source);
CREATE INDEX unresolved_source ON unresolved (source);
CREATE INDEX unresolved_name ON unresolved (name);
CREATE INDEX file_path ON file (path);
"""
