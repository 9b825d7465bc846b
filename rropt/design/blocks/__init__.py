"""Balanced blocks: tables for equal shares with few reports."""
